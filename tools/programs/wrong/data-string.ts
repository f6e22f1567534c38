// Type '"cGFzc3dvcmQ="' has no properties in common with type '{ readonly Data?: string | null; }'
import { decodeData } from '@lading/client';

console.log(decodeData('cGFzc3dvcmQ='));

// Expected 2 arguments, but got 1
import { run } from '@lading/client';

await run({ image: 'alpine' });

// Expected 2-3 arguments, but got 1
import { pull } from '@lading/client';

await pull('alpine');

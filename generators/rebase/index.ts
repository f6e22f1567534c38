export { rebase, type RebaseResult } from './rebase.js';

/** The door to ts-morph: the kinds of structures, and how one is printed. */
import { createRequire } from 'node:module';

// Required, not imported: an import of a CommonJS module first searches it for names to export, and this one is ten
// megabytes long.
const morph = createRequire(import.meta.url)('ts-morph') as typeof import('ts-morph');

// Not passed on by the index: whoever only spells names should not load a compiler.
export const { StructureKind, printStructure } = morph;

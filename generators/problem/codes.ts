/** Every code a problem can have, with what it means. The page of errors in the README is held equal to this list. */
export const problemCodes = {
  READ_MISSING: 'a file that was named cannot be read',
  READ_SYNTAX: 'a file is neither YAML nor JSON',
  READ_LIMIT: 'a document is larger or deeper than the reader accepts',
  READ_OUTSIDE: 'a document names a file outside its own folder',
  DOCUMENT_KIND: 'a file is neither OpenAPI nor Swagger',
  DOCUMENT_VERSION: 'a version of OpenAPI, Swagger or Overlay that is not supported',
  DOCUMENT_SHAPE: 'a part of a document is not what its specification says it must be',
  REFERENCE_MISSING: 'a reference leads nowhere',
  REFERENCE_CYCLE: 'references lead back to themselves without a shape between',
  OPERATION_DUPLICATE: 'two operations have the same identifier',
  NAME_COLLISION: 'two names become one after spelling',
  OVERLAY_SHAPE: 'a file is not an overlay',
  OVERLAY_NO_MATCH: 'an action of an overlay matches nothing',
  OVERLAY_NO_CHANGE: 'an action of an overlay changes nothing',
  OVERLAY_TARGET: 'the target of an action is not a path, or not an object or array',
  OVERLAY_EXTENDS: 'an overlay extends a version that does not exist',
  OVERLAY_LOOP: 'overlays extend each other in a circle',
  OVERLAY_RULE: 'a wire rule of an overlay is none, or does not fit its versions',
  OVERLAY_UNDECIDED: 'two versions differ where shapes cannot tell what becomes of a value, and no wire rule does',
  PATCH_SHAPE: 'a patch does not say what it corrects, or lacks its proof',
  VERSION_UNKNOWN: 'a version that the specification does not hold',
  VERSION_DUPLICATE: 'two documents describe the same version',
  WRITE_FOREIGN: 'the output folder holds files that were not generated',
  WRITE_FAILED: 'a file could not be written',
  WRITE_BUSY: 'another command is writing into the output folder',
  WRITE_OUTSIDE: 'a generated file would lie outside the output folder',
  USAGE: 'the command line is not understood',
} as const;

/** A code of {@link problemCodes}. */
export type ProblemCode = keyof typeof problemCodes;

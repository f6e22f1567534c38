export { asOf } from './as-of.js';
export { changedTexts, type TextChange } from './changed-texts.js';
export { factsOf } from './facts.js';
export { missingDescriptions } from './missing-descriptions.js';
export { portChanges, type Conflict, type PortedDocument, type PublishedChanges } from './port-changes.js';
export { withProductPlaceholder } from './product-placeholder.js';
export { renameSchemas, schemaNamesOf, type SchemaNames } from './rename-schemas.js';

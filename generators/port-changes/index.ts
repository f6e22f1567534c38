export { asOf } from './as-of.js';
export { changedDescriptions, type DescriptionChange } from './changed-descriptions.js';
export { factsOf, withoutTexts } from './facts-of.js';
export { isMissingSummary, missingDescriptions, openQuestionsKey } from './missing-descriptions.js';
export { portChanges, type Conflict, type PortedDocument, type PublishedChanges } from './port-changes.js';
export { withProductPlaceholder } from './product-placeholder.js';
export { renameSchemas, schemaNamesOf, type SchemaNames } from './rename-schemas.js';

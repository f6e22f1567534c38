/** The folder of the documents, with one `v1.44.yaml` for each version. */
export const publishedFolder: string;

/** Whether the documents are fetched. */
export function isFetched(): boolean;

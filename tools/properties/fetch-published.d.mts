/** Where the documents lie, one `v1.44.yaml` for each version. */
export const place: string;

/** Whether they are there. */
export function isFetched(): boolean;

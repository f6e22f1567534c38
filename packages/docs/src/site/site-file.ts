/** A file of the site: its content, or the path of the file to copy. */
export type SiteFile = { readonly path: string } & ({ readonly text: string } | { readonly copyOf: string });

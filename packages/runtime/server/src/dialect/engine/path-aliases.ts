/** Further paths of operations, which engines 20.10 to 28.5 were found to serve and the contract does not name. */

/** The path of an operation, by method and the further path. Paths with other slashes at their end are not found. */
export const pathAliases: readonly { readonly method: string; readonly alias: string; readonly path: string }[] = [
  { method: 'GET', alias: '/networks/', path: '/networks' },
];

/** The exports of an overlay package that other generated code uses: its conversions with the default hooks. */
import { packageName, type CodeSymbol, type Naming } from '../../emitter/index.js';

export interface OverlayApi {
  /** The name of the package. */
  readonly package: string;
  readonly olderClients: CodeSymbol;
  readonly newerClients: CodeSymbol;
}

export function overlayApi(naming: Naming, version: string): OverlayApi {
  const home = { package: packageName(naming, 'overlay', version), path: 'gen/clients.ts' };
  return {
    package: home.package,
    olderClients: { name: 'olderClients', home, value: true },
    newerClients: { name: 'newerClients', home, value: true },
  };
}

/** The exports of an overlay package that other generated code uses: its conversions with the default hooks. */
import { packageName, type Naming, type OverlaySymbols } from '../../emitter/index.js';

export function overlayApi(naming: Naming, version: string): Omit<OverlaySymbols, 'isComplete'> {
  const home = { package: packageName(naming, 'overlay', version), path: 'gen/clients.ts' };
  return {
    package: home.package,
    olderClients: { name: 'olderClients', home, value: true },
    newerClients: { name: 'newerClients', home, value: true },
  };
}

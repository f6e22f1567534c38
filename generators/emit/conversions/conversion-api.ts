/** The exports of a conversion package that other generated code uses: its conversions with the default hooks. */
import { packageName, type Naming, type ConversionSymbols } from '../../emitter/index.js';

export function conversionApi(naming: Naming, version: string): Omit<ConversionSymbols, 'isComplete'> {
  const home = { package: packageName(naming, 'conversion', version), path: 'gen/clients.ts' };
  return {
    package: home.package,
    olderClients: { name: 'olderClients', home, value: true },
    newerClients: { name: 'newerClients', home, value: true },
  };
}

/** Both conversions with the default conversion hooks, if they need any; a handwritten package exports these. */
import {
  call,
  comment,
  generic,
  mention,
  object,
  returning,
  wrapped,
  type CodeModule,
  type CodeSymbol,
  type Declaration,
} from '../../emitter/index.js';
import type { Bridge } from './hooks-module.js';
import type { ConversionNames } from './names.js';
import { runtime } from './runtime.js';

/** A handwritten package that exports a function for each conversion hook, which creates it. */
export interface ConversionHooks {
  /** The name of the package. */
  readonly package: string;
  /** The range of its versions. */
  readonly version: string;
}

/** @param hooks without it, the users of conversions that need hooks pass them */
export function clientsModule(
  bridges: readonly Bridge[],
  hooks: ConversionHooks | undefined,
  names: ConversionNames,
): CodeModule {
  return {
    ...names.module('clients'),
    about: 'Both conversions, with the default conversion hooks.',
    declarations: bridges.map((bridge) => clientsFunction(bridge, hooks?.package, names)),
    reexports: [],
  };
}

function clientsFunction(
  { which, client, engine, hooks }: Bridge,
  owner: string | undefined,
  names: ConversionNames,
): Declaration {
  const symbol = names.value(`${which}Clients`, 'clients');
  const hooksType = mention(names.type(`${which === 'older' ? 'Older' : 'Newer'}ClientHooks`, 'hooks'));
  const arePassed = hooks.length > 0 && owner === undefined;
  const hookOf = (name: string): CodeSymbol => ({ name, home: { package: owner ?? '', path: '' }, value: true });
  const entries = arePassed ? [] : hooks.map(({ property }) => [property, call(mention(hookOf(property)))] as const);
  const passed = arePassed ? 'hooks' : object([...entries, '...hooks'], 'open');
  const about = [
    `Serves clients of ${client} with an implementation of ${engine}.`,
    ...(hooks.length === 0
      ? []
      : [
          `${arePassed ? '' : '`hooks` replaces default hooks. '}Hooks may have state, so create one conversion for each implementation.`,
        ]),
  ];
  return {
    symbols: [symbol],
    statements: [
      returning({
        name: symbol.name,
        parameters: [arePassed ? ['hooks', hooksType] : ['hooks?', generic('Partial', hooksType)]],
        returnType: runtime('Conversion'),
        returned: call(mention(names.value(`${which}ClientsWith`, 'bridges')), passed),
        comment: wrapped(comment(about)),
      }),
    ],
  };
}

/** The module of both conversions: with given conversion hooks and with the default ones, which a handwritten package exports. */
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
import type { ConvertedStep } from './emit-conversion.js';
import { bridgeFunction, hooksInterface, type Bridge } from './hooks-module.js';
import type { ConversionNames } from './names.js';
import { runtime } from './runtime.js';

/** A handwritten package that exports a function for each conversion hook, which creates it. */
export interface ConversionHooks {
  /** The name of the package. */
  readonly package: string;
  /** The range of its versions. */
  readonly version: string;
}

/** Returns the module of both conversions, with their hooks. @param data their rules and the differences that they convert */
export function clientsModule(
  step: ConvertedStep,
  bridges: readonly Bridge[],
  data: readonly Declaration[],
  names: ConversionNames,
): CodeModule {
  return {
    ...names.module('clients'),
    about: 'Both conversions, their conversion hooks and rules, and every difference that they convert.',
    declarations: [
      ...bridges.map((bridge) => hooksInterface(bridge, names, step.types)),
      ...bridges.map((bridge) => clientsFunction(bridge, step.hooks?.package, names)),
      ...bridges.map((bridge) => bridgeFunction(bridge, names, step.ignoresUnknown !== true)),
      ...data,
    ],
    reexports: [],
  };
}

/** Returns the conversion with the default conversion hooks. @param owner their package; without it, users pass those that are needed */
function clientsFunction(
  { which, client, engine, hooks }: Bridge,
  owner: string | undefined,
  names: ConversionNames,
): Declaration {
  const symbol = names.value(`${which}Clients`, 'clients');
  const hooksType = mention(names.type(`${which === 'older' ? 'Older' : 'Newer'}ClientHooks`, 'clients'));
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
        returned: call(mention(names.value(`${which}ClientsWith`, 'clients')), passed),
        comment: wrapped(comment(about)),
      }),
    ],
  };
}

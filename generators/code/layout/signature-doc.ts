/** The parameters and results of methods and functions → documents of prettier's printer. */
import { builders, utils } from 'prettier/doc';
import type { FunctionTree, TypeCode, TypeEntry } from '../tree.js';
import { commentDoc, type Doc, type LayoutContext } from './context.js';
import { isObjectType, memberDoc } from './type-doc.js';

const { group, hardline, ifBreak, indent, join, line, softline } = builders;

export function functionDoc(tree: FunctionTree, context: LayoutContext): Doc {
  const { name, parameters, returnType, returned, comment = '' } = tree;
  const signature = group(signatureDoc(parameters, returnType, context));
  const body = indent([hardline, 'return ', context.value(returned), ';']);
  return [
    commentDoc(comment, context, ''),
    `export function ${context.spell(name)}`,
    signature,
    ' {',
    body,
    hardline,
    '}',
  ];
}

/** Returns the layout of the parameters and the return type of a method or a function. */
export function signatureDoc(
  parameters: readonly TypeEntry[],
  returnType: TypeCode | undefined,
  context: LayoutContext,
): Doc {
  const list = parametersDoc(parameters, context);
  const result: Doc = returnType === undefined ? '' : [': ', context.type(returnType, 'annotation')];
  // After a single parameter, the returned object type opens first.
  const isResultFirst = parameters.length === 1 && (isObjectType(returnType) || utils.willBreak(result));
  return [isResultFirst ? group(list) : list, group(result)];
}

function parametersDoc(parameters: readonly TypeEntry[], context: LayoutContext): Doc {
  const [only, ...more] = parameters;
  if (only === undefined) return '()';
  const isHugged = more.length === 0 && isObjectType(only[1]);
  const position = isHugged ? 'only-parameter' : 'annotation';
  const docs = parameters.map(([name, type]) => memberDoc(context.spell(name), type, context, position));
  if (isHugged) return ['(', ...docs, ')'];
  return ['(', indent([softline, join([',', line], docs)]), ifBreak(','), softline, ')'];
}

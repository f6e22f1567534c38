/** The options of emitters that name files or folders: emitters get their contents. */
import { get, isObject, type JsonObject } from '../../document/index.js';
import { optionFormats, readOption, type OptionFormat } from '../../read/index.js';
import type { EmitterOptions } from '../pipeline/index.js';

/** An option whose value is the path of a file or a folder. */
export interface OptionFile {
  readonly emitter: string;
  readonly option: string;
  readonly format: OptionFormat;
  /** The path, relative to the working folder. */
  readonly path: string;
}

/** Returns the options of an emitter that name files, by the `format` of its schema. @param place resolves a path */
export function optionFilesOf(
  { name: emitter, options: schema }: { readonly name: string; readonly options?: JsonObject },
  options: object,
  place: (path: string) => string,
): readonly OptionFile[] {
  const properties = (schema && get(schema, 'properties')) ?? {};
  return Object.entries(options).flatMap(([option, value]: readonly [string, unknown]): readonly OptionFile[] => {
    const property = isObject(properties) ? get(properties, option) : undefined;
    const format = optionFormats.find((one) => one === (isObject(property) ? get(property, 'format') : undefined));
    return format === undefined || typeof value !== 'string' ? [] : [{ emitter, option, format, path: place(value) }];
  });
}

/** Returns the options with the contents of files in place of their paths. @throws READ_…, DOCUMENT_STRUCTURE */
export function withContents(options: EmitterOptions, files: readonly OptionFile[]): EmitterOptions {
  const all: Record<string, object> = { ...options };
  for (const { emitter, option, format, path } of files)
    all[emitter] = { ...all[emitter], [option]: readOption(format, path) } satisfies object;
  return all;
}

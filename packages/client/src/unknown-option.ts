/** The errors for options that JavaScript programs can pass and that a function does not have. */
import { InputError } from '@lading/runtime-client';

/** The names of other clients and of commands, and what is meant. */
type Meant = Readonly<Record<string, string>>;

/** @param subject the function: `connect` */
export function unknownOption(subject: string, name: string, names: readonly string[], meant: Meant = {}): InputError {
  const equal = names.find((one) => one.toLowerCase() === name.toLowerCase());
  const similar = equal ?? names.find((one) => one.toLowerCase().startsWith(name.toLowerCase().slice(0, 5)));
  const instead = Object.hasOwn(meant, name) ? meant[name] : similar;
  const remedy = instead === undefined ? `The options are ${names.join(', ')}` : `Use ${instead}`;
  return new InputError('OPTION_UNKNOWN', `${subject} has no option "${name}". ${remedy}.`);
}

/** @throws InputError `OPTION_UNKNOWN` */
export function checkNames(subject: string, options: object, names: readonly string[], meant: Meant = {}): void {
  for (const [name, value] of Object.entries(options)) {
    if (value !== undefined && !names.includes(name)) throw unknownOption(subject, name, names, meant);
  }
}

/** The error for a value of another type. The value is not shown: it could be a secret. */
export function invalidOption(subject: string, expected: string, value: unknown): InputError {
  const shown = typeof value === 'number' || typeof value === 'boolean' ? String(value) : typeof value;
  return new InputError('OPTION_INVALID', `${subject} must be ${expected}, not ${shown}.`);
}

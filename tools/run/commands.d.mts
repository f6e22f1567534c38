/** A value that an option takes, `N…` if it may be repeated, or none for a flag; what it means; its default; the minimum of a number `N`. */
export type Option = readonly [value: string, about: string, byDefault?: string | number | undefined, minimum?: number];

/** The values of options, which each command knows: a text, a number, or whether there is a flag. */
export type Values = ReturnType<typeof JSON.parse>;

export interface Report {
  readonly text?: string;
  /** What `--json` prints; by default the report. */
  readonly json?: unknown;
  readonly failed?: boolean;
  /** Whether something was not measured, so that the report does not replace an earlier one. */
  readonly isIncomplete?: boolean;
  /** Writes what is not text of the page. */
  readonly write?: () => void | Promise<void>;
}

export interface Command {
  readonly about: string;
  /** All commands have `--json`, and `--write` if they have a page. */
  readonly options?: Readonly<Record<string, Option>>;
  /** What the arguments that are no options name, if there may be any: `NAME`. Their values are `names`. */
  readonly names?: string;
  /** The page and the name of the markers in it, between which `--write` writes the report, if there are any. */
  readonly page?: string | URL;
  readonly marker?: string;
  run(
    values: Values,
    environment: {
      readonly load: number;
      readonly progress: (line: string) => void;
      /** Ends with an error about the command line. */
      readonly refuse: (message: string) => never;
    },
  ): Promise<Report>;
}

/** Runs the command that the first argument of the program names. */
export function runCommands(
  program: string,
  commands: Readonly<Record<string, readonly [about: string, load: () => Promise<{ readonly default: Command }>]>>,
): Promise<void>;

/** Runs one command; the arguments are those of the program, by default. */
export function runCommand(program: string, command: Command, args?: readonly string[]): Promise<void>;

/** Reads options; throws for one that is unknown, or whose value is no whole number of at least its minimum. */
export function optionsOf(
  options: Readonly<Record<string, Option>>,
  args: readonly string[],
  allowNames?: boolean,
): Values;

/** The first line of a result: the date, what varies, and the version of Node. */
export function heading(...parts: readonly string[]): string;

/** Runs a function with a folder that exists until it ends. */
export function inFolder<T>(use: (folder: string) => Promise<T> | T): Promise<T>;

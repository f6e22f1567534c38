/** The program `psql`: statements from options, files and its input, and their results as text. */
import type { ProgramContext } from '@lading/engine';
import { columnsOf, DatabaseClient, placeOf, ServerFailure, type ConnectionSettings } from './client.js';
import { fieldsOf, message, rowOf } from './messages.js';
import { OptionError, readOptions, settingsFrom, type OptionTable, type ProgramOptions } from './options.js';
import { createOptions, dropOptions, psqlOptions } from './option-tables.js';
import { formatTable, type TableStyle } from './format-table.js';
import { changedStyle, styleOf } from './table-style.js';
import { describeCommand } from './describe-commands.js';
import { splitStatements, type ScriptPart } from './split-statements.js';

/** Reads options, or says which one a program does not have. */
async function optionsOf(context: ProgramContext, table: OptionTable): Promise<ProgramOptions | undefined> {
  try {
    return readOptions(context.args, table);
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    await context.stderr.write(error.message);
    return undefined;
  }
}

/** What a run of psql has, which its commands may change. */
interface Run {
  readonly context: ProgramContext;
  client: DatabaseClient;
  settings: ConnectionSettings;
  style: TableStyle;
  readonly variables: Map<string, string>;
  readonly isQuiet: boolean;
  /** What is printed besides results: statements before them, or those that failed. */
  readonly echo: 'none' | 'statements' | 'failures';
  /** Where results go: a file instead of the output. */
  readonly output: string | undefined;
}

/** @returns 0; 1 for a failed option -c, 2 for no connection, 3 for a script that an error ended */
export async function psql(context: ProgramContext): Promise<number> {
  const options = await optionsOf(context, psqlOptions);
  if (options === undefined) return 1;
  if (options.flags.has('V')) {
    await context.stdout.write(`psql (PostgreSQL) ${context.env['PG_VERSION'] ?? '18.6'} (simulated by lading)\n`);
    return 0;
  }
  const settings = settingsFrom(context, options);
  const client = await connect(context, settings);
  if (client === undefined) return 2;
  const run: Run = {
    context,
    client,
    settings,
    style: styleOf(options),
    variables: variablesOf(options),
    isQuiet: options.flags.has('q'),
    echo:
      options.flags.has('e') || options.flags.has('a') ? 'statements' : options.flags.has('b') ? 'failures' : 'none',
    output: options.values.get('o')?.at(-1),
  };
  if (run.output !== undefined) context.files.write(run.output, '');
  for (const setting of options.values.get('P') ?? []) {
    const [name = '', value] = setting.split(/=(.*)/s);
    if (await setStyle(run, name, value, false)) continue;
    client.close();
    return 1;
  }
  const isSingle = options.flags.has('1');
  try {
    const list = options.flags.has('l') ? ['\\l'] : [];
    const commands = [...list, ...(options.values.get('c') ?? [])];
    const files = options.values.get('f') ?? [];
    if (isSingle) await execute({ ...run, isQuiet: true }, 'BEGIN');
    for (const command of commands) if (!(await runText(run, command, true))) return 1;
    for (const file of files) {
      const content = file === '-' ? await inputOf(context) : context.files.read(file)?.toString();
      if (content === undefined) {
        await context.stderr.write(`psql: error: ${file}: No such file or directory\n`);
        return 1;
      }
      if (!(await runText(run, content, false, file))) return 3;
    }
    if (commands.length === 0 && files.length === 0 && !(await runText(run, await inputOf(context), false))) return 3;
    if (isSingle) await execute({ ...run, isQuiet: true }, 'COMMIT');
    return 0;
  } finally {
    run.client.close();
  }
}

/** The programs `createdb` and `dropdb`. */
export async function createOrDrop(context: ProgramContext, action: 'CREATE' | 'DROP'): Promise<number> {
  const options = await optionsOf(context, action === 'CREATE' ? createOptions : dropOptions);
  if (options === undefined) return 1;
  const [name = context.env['PGUSER'] ?? 'postgres', description] = options.operands;
  const settings = {
    ...settingsFrom(context, { ...options, operands: [] }),
    database: options.values.get('maintenance-db')?.at(-1) ?? 'postgres',
  };
  const client = await connect(context, settings);
  if (client === undefined) return 1;
  const run: Run = {
    context,
    client,
    settings,
    style: styleOf(options),
    variables: new Map(),
    isQuiet: true,
    echo: 'none',
    output: undefined,
  };
  const condition = options.flags.has('if-exists') ? 'IF EXISTS ' : '';
  const [owner] = options.values.get('O') ?? [];
  const identifier = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  const owned = owner === undefined ? '' : ` OWNER ${identifier(owner)}`;
  let isDone = await execute(run, `${action} DATABASE ${condition}${identifier(name)}${owned}`);
  if (isDone && action === 'CREATE' && description !== undefined)
    isDone = await execute(run, `COMMENT ON DATABASE ${identifier(name)} IS '${description.replaceAll("'", "''")}'`);
  client.close();
  return isDone ? 0 : 1;
}

async function connect(context: ProgramContext, settings: ConnectionSettings): Promise<DatabaseClient | undefined> {
  try {
    return await DatabaseClient.connect(context, settings);
  } catch (error) {
    const failure =
      error instanceof ServerFailure
        ? `${error.fields['S']}:  ${error.message}`
        : `${(error as NodeJS.ErrnoException).code === 'ENOENT' ? 'No such file or directory' : 'Connection refused'}\n\tIs the server running locally and accepting connections on that socket?`;
    await context.stderr.write(`psql: error: connection to server ${placeOf(settings)} failed: ${failure}\n`);
    return undefined;
  }
}

async function inputOf({ stdin }: ProgramContext): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const data of stdin) chunks.push(data);
  return Buffer.concat(chunks).toString();
}

/** Runs statements and commands. @param isOption whether all statements are sent together @returns false if it ended early */
async function runText(run: Run, script: string, isOption: boolean, file?: string): Promise<boolean> {
  const isCommand = script.trimStart().startsWith('\\');
  const parts: ScriptPart[] =
    isOption && !isCommand ? [{ kind: 'sql', text: script, line: 1 }] : splitStatements(script);
  const stops = run.variables.get('ON_ERROR_STOP');
  const stopsAtError = isOption || (stops !== undefined && !['0', 'off', 'false'].includes(stops));
  for (const part of parts) {
    const place = file === undefined ? '' : `psql:${file}:${part.line}: `;
    if (part.kind === 'command') {
      if (/^\\q\b/.test(part.text)) return true;
      if (!(await runCommand(run, part.text)) && stopsAtError) return false;
    } else if (
      !(await execute(run, isOption ? part.text : interpolate(part.text, run.variables), place, part.data)) &&
      stopsAtError
    )
      return false;
  }
  return true;
}

async function runCommand(run: Run, text: string): Promise<boolean> {
  const { context, variables } = run;
  const [name = '', ...words] = text.split(/\s+/);
  const argument = words.join(' ').replace(/^'(.*)'$/, '$1');
  switch (name) {
    case '\\c':
    case '\\connect': {
      const settings = {
        ...run.settings,
        ...(words[0] && words[0] !== '-' && { database: words[0] }),
        ...(words[1] && { user: words[1] }),
      };
      const client = await connect(context, settings);
      if (client === undefined) return false;
      run.client.close();
      run.client = client;
      run.settings = settings;
      if (!run.isQuiet)
        await context.stdout.write(
          `You are now connected to database "${settings.database}" as user "${settings.user}".\n`,
        );
      return true;
    }
    case '\\set':
      variables.set(words[0] ?? '', words.slice(1).join('').replaceAll(/^'|'$/g, ''));
      return true;
    case '\\unset':
      variables.delete(words[0] ?? '');
      return true;
    case '\\echo':
      await context.stdout.write(`${argument}\n`);
      return true;
    case '\\i':
    case '\\ir': {
      const content = context.files.read(argument)?.toString();
      if (content === undefined) {
        await context.stderr.write(`${argument}: No such file or directory\n`);
        return false;
      }
      return runText(run, content, false, argument);
    }
    case '\\t':
      return setStyle(run, 'tuples_only', words[0]);
    case '\\x':
      return setStyle(run, 'expanded', words[0]);
    case '\\a':
      return setStyle(run, 'format', run.style.isAligned ? 'unaligned' : 'aligned');
    case '\\f':
      return setStyle(run, 'fieldsep', words[0]);
    case '\\pset':
      return setStyle(
        run,
        words[0] ?? '',
        words.length > 1
          ? words
              .slice(1)
              .join(' ')
              .replace(/^'(.*)'$/, '$1')
          : undefined,
      );
    case '\\conninfo':
      await context.stdout.write(
        `You are connected to database "${run.settings.database}" as user "${run.settings.user}".\n`,
      );
      return true;
    case '\\timing':
    case '\\encoding':
    case '\\restrict':
    case '\\unrestrict':
      return true;
    default: {
      const described = describeCommand(name, argument);
      if (described !== undefined)
        return execute({ ...run, style: { ...run.style, title: described.title } }, described.sql);
      await context.stderr.write(`lading: the command ${name} of psql is not simulated\n`);
      return false;
    }
  }
}

/** Changes how results are printed. @returns false for a setting that is not simulated */
async function setStyle(run: Run, name: string, value: string | undefined, says = !run.isQuiet): Promise<boolean> {
  const changed = changedStyle(run.style, name, value);
  if (changed === undefined) {
    await run.context.stderr.write(
      `psql: error: lading: the setting ${name}=${value ?? ''} of \\pset is not simulated\n`,
    );
    return false;
  }
  run.style = changed.style;
  if (says && changed.text !== '') await run.context.stdout.write(`${changed.text}.\n`);
  return true;
}

/** Sends statements, and prints what the server responds. @returns whether all succeeded */
async function execute(run: Run, sql: string, place = '', data?: string): Promise<boolean> {
  const { client, context, style } = run;
  const { stderr } = context;
  const stdout = {
    write: async (text: string | Buffer): Promise<void> => {
      if (run.output === undefined) return context.stdout.write(text);
      const { files } = context;
      files.write(run.output, Buffer.concat([files.read(run.output) ?? Buffer.alloc(0), Buffer.from(text)]));
    },
  };
  if (run.echo === 'statements') await context.stdout.write(`${sql}\n`);
  let [columns, rows]: [ReturnType<typeof columnsOf>, (string | null)[][]] = [[], []];
  let [hasColumns, isDone] = [false, true];
  for await (const { type, body } of client.query(sql)) {
    if (type === 'T') [columns, rows, hasColumns] = [columnsOf(body), [], true];
    else if (type === 'D') rows.push(rowOf(body));
    else if (type === 'd') await stdout.write(body);
    else if (type === 'G') client.send(Buffer.concat([message('d', data ?? (await inputOf(context))), message('c')]));
    else if (type === 'C') {
      if (hasColumns) await stdout.write(formatTable(columns, rows, style));
      const tag = body.toString('utf8', 0, body.length - 1);
      const isShown = !hasColumns && !run.isQuiet && !style.isTuplesOnly && !tag.startsWith('COPY');
      if (isShown || (tag.startsWith('COPY') && data !== undefined && !run.isQuiet)) await stdout.write(`${tag}\n`);
      hasColumns = false;
    } else if (type === 'E' || type === 'N') {
      const { S, M, D, H, P } = fieldsOf(body);
      await stderr.write(
        `${place}${S}:  ${M}\n${P === undefined || type === 'N' ? '' : pointer(sql, Number(P))}${D === undefined ? '' : `DETAIL:  ${D}\n`}${H === undefined ? '' : `HINT:  ${H}\n`}`,
      );
      if (type === 'E') isDone = false;
      if (type === 'E' && run.echo === 'failures') await stderr.write(`STATEMENT:  ${sql}\n`);
    }
  }
  return isDone;
}

/** Shows the place of an error in a statement. */
function pointer(sql: string, position: number): string {
  const before = sql.slice(0, position - 1);
  const line = before.split('\n').length;
  const text = sql.split('\n')[line - 1] ?? '';
  const prefix = `LINE ${line}: `;
  return `${prefix}${text}\n${' '.repeat(prefix.length + position - 1 - (before.lastIndexOf('\n') + 1))}^\n`;
}

/** Replaces `:name`, `:'name'` and `:"name"`. */
function interpolate(sql: string, variables: ReadonlyMap<string, string>): string {
  return sql.replaceAll(
    /(?<![:\w]):(?:'(\w+)'|"(\w+)"|(\w+))/g,
    (whole, literal?: string, quotedName?: string, plain?: string) => {
      const value = variables.get(literal ?? quotedName ?? plain ?? '');
      if (value === undefined) return whole;
      if (literal !== undefined) return `'${value.replaceAll("'", "''")}'`;
      return quotedName === undefined ? value : `"${value.replaceAll('"', '""')}"`;
    },
  );
}

function variablesOf({ values }: ProgramOptions): Map<string, string> {
  return new Map(
    (values.get('v') ?? []).map((each) => {
      const [name = '', ...value] = each.split('=');
      return [name, value.join('=')];
    }),
  );
}

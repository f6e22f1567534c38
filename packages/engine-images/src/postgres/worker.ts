/** The thread of a database: PGlite blocks the thread in which it runs. */
import { parentPort, workerData } from 'node:worker_threads';
import { query } from './messages.js';
import { tarOf } from './tar.js';
import type { DatabaseRequest, DatabaseResponse, DataFile } from './worker-messages.js';

/** What is used of `@electric-sql/pglite`, which may not be installed. */
interface PGliteInstance {
  execProtocolRawSync(message: Uint8Array): Uint8Array;
  close(): Promise<void>;
  readonly Module: {
    readonly FS: {
      readdir(path: string): string[];
      lstat(path: string): { readonly mode: number; readonly mtime: Date | number; readonly size: number };
      isDir(mode: number): boolean;
      readFile(path: string): Uint8Array;
    };
  };
}
interface PGliteModule {
  readonly PGlite: {
    readonly defaultStartParams?: readonly string[];
    create(options: object): Promise<PGliteInstance>;
  };
}

const root = '/pglite/data';
const { module } = workerData as { readonly module: string };
let instance: PGliteInstance | undefined;
/** The size and the time of the last change of each file that was sent. */
let sent = new Map<string, { readonly size: number; readonly time: number }>();
let lastCollection = 0;

async function open({ files, user, database, settings }: Extract<DatabaseRequest, { kind: 'open' }>): Promise<void> {
  const { PGlite } = (await import(module)) as PGliteModule;
  const given = files ?? (instance === undefined ? undefined : collect(true).files);
  await instance?.close();
  sent = new Map();
  lastCollection = 0;
  const parameters = (PGlite.defaultStartParams ?? []).map((each) =>
    each === 'search_path=public' ? 'search_path="$user", public' : each,
  );
  const more = settings.flatMap((each) => ['-c', each]);
  instance = await PGlite.create({
    username: user,
    database,
    ...(parameters.length > 0 && { startParams: [...parameters, ...more] }),
    ...(given !== undefined && { loadDataDir: new Blob([Uint8Array.from(tarOf(given))]) }),
  });
}

/** Returns the files that have changed since the last call, and the paths of all. */
function collect(isWhole: boolean): { readonly files: DataFile[]; readonly paths: string[] } {
  const files: DataFile[] = [];
  const paths: string[] = [];
  const fs = instance?.Module.FS;
  const now = Date.now();
  const walk = (folder: string): void => {
    for (const name of fs?.readdir(folder) ?? []) {
      if (name === '.' || name === '..' || name === 'postmaster.pid') continue;
      const path = `${folder}/${name}`;
      const inner = path.slice(root.length + 1);
      const { mode, mtime, size } = fs?.lstat(path) ?? { mode: 0, mtime: 0, size: 0 };
      paths.push(inner);
      if (fs?.isDir(mode) === true) {
        if (isWhole || !sent.has(inner)) files.push({ path: inner, content: undefined });
        sent.set(inner, { size: 0, time: 0 });
        walk(path);
        continue;
      }
      const before = sent.get(inner);
      const time = Number(mtime);
      // A file may have changed again in the millisecond of the last collection.
      const isEqual = before?.size === size && before.time === time && time < lastCollection - 2;
      if (isWhole || !isEqual) files.push({ path: inner, content: Uint8Array.from(fs?.readFile(path) ?? []) });
      sent.set(inner, { size, time });
    }
  };
  if (fs !== undefined) walk(root);
  lastCollection = now;
  return { files, paths };
}

async function respond(request: DatabaseRequest): Promise<DatabaseResponse> {
  switch (request.kind) {
    case 'open':
      await open(request);
      return { kind: 'done' };
    case 'run':
      return { kind: 'bytes', bytes: Uint8Array.from(instance?.execProtocolRawSync(request.bytes) ?? []) };
    case 'collect':
      return { kind: 'files', ...collect(request.isWhole) };
    case 'close': {
      // The files of an instance that was closed are gone: the thread ends without it.
      instance?.execProtocolRawSync(query('CHECKPOINT'));
      return { kind: 'files', ...collect(false) };
    }
  }
}

// Requests are handled one after the other.
let last = Promise.resolve();
parentPort?.on('message', (request: DatabaseRequest) => {
  last = last.then(async () => {
    let response: DatabaseResponse;
    try {
      response = await respond(request);
    } catch (error) {
      response = { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
    }
    parentPort?.postMessage(response);
  });
});

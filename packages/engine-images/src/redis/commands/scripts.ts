/** Commands of scripts. */
import type { Client, ClientServer } from '../client.js';
import { command, type Command, type Commands } from '../command.js';
import { ErrorReply, ok, refused } from '../reply.js';
import { Scripts } from '../scripts/scripts.js';

const scriptsByServer = new WeakMap<ClientServer, Scripts>();

function scriptsOf({ server }: Client): Scripts {
  const scripts = scriptsByServer.get(server) ?? new Scripts(server);
  scriptsByServer.set(server, scripts);
  return scripts;
}

const run =
  (isReadOnly: boolean, isDigest = false): Command['run'] =>
  (client, [script = '', ...args]) =>
    scriptsOf(client).run(client, script, isDigest, args, isReadOnly);

const script: Command['run'] = (client, [name = '', ...words]) => {
  const action = name.toUpperCase();
  const scripts = scriptsOf(client);
  if (action === 'LOAD' && words.length === 1) return scripts.load(words[0] ?? '');
  if (action === 'EXISTS' && words.length > 0) return words.map((each) => Number(scripts.has(each)));
  if (action === 'KILL' && words.length === 0) throw new ErrorReply('NOTBUSY No scripts in execution right now.');
  if (action === 'DEBUG') throw refused('SCRIPT DEBUG is');
  if (action === 'FLUSH') {
    if (words.length > 1 || !/^((a?)sync)?$/i.test(words[0] ?? ''))
      throw new ErrorReply('ERR SCRIPT FLUSH only support SYNC|ASYNC option');
    scripts.clear();
    return ok;
  }
  if (['LOAD', 'EXISTS', 'KILL'].includes(action))
    throw new ErrorReply(`ERR wrong number of arguments for 'script|${name.toLowerCase()}' command`);
  throw new ErrorReply(`ERR unknown subcommand '${name}'. Try SCRIPT HELP.`);
};

export const scriptCommands: Commands = {
  eval: command(-3, run(false)),
  eval_ro: command(-3, run(true)),
  evalsha: command(-3, run(false, true)),
  evalsha_ro: command(-3, run(true, true)),
  script: command(-2, script),
  function: command(-2, (_client, [name = '']) => {
    if (name.toUpperCase() !== 'FLUSH') throw refused('functions are');
    return ok;
  }),
};

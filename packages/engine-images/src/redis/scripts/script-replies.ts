/** Replies of commands as values of Lua, and values of Lua as replies. */
import {
  DoubleReply,
  ErrorReply,
  formatNumber,
  MapReply,
  NullArrayReply,
  PushReply,
  SetReply,
  SimpleReply,
  type Reply,
} from '../reply.js';
import { formatDigits, OtherValue, type LuaValue } from './lua-value.js';

const tableOf = (name: string, value: LuaValue): LuaValue => new Map([[name, value]]);

/** @param protocol that of `redis.setresp` */
export function luaValueOf(reply: Reply, protocol: number): LuaValue {
  const isNew = protocol === 3;
  if (reply === null || reply instanceof NullArrayReply) return isNew ? undefined : false;
  if (typeof reply === 'boolean') return isNew ? reply : Number(reply);
  if (typeof reply === 'string') return reply;
  if (typeof reply === 'number' || typeof reply === 'bigint') return Number(reply);
  if (reply instanceof SimpleReply) return tableOf('ok', reply.text);
  if (reply instanceof ErrorReply) return tableOf('err', reply.message);
  if (reply instanceof DoubleReply) return isNew ? tableOf('double', reply.value) : formatNumber(reply.value);
  const itemOf = (item: Reply): LuaValue => luaValueOf(item, protocol);
  if (reply instanceof MapReply) {
    const pairs = reply.entries.map(([key, value]): [LuaValue, LuaValue] => [itemOf(key), itemOf(value)]);
    return isNew ? tableOf('map', new Map(pairs)) : pairs.flat();
  }
  if (reply instanceof SetReply && isNew)
    return tableOf('set', new Map(reply.members.map((each): [LuaValue, LuaValue] => [itemOf(each), true])));
  const items = reply instanceof SetReply ? reply.members : reply instanceof PushReply ? reply.items : reply;
  return (items as readonly Reply[]).map(itemOf);
}

/** @param protocol that of `redis.setresp` */
export function replyOf(value: LuaValue, protocol: number): Reply {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return integerOf(value);
  if (typeof value === 'boolean') return protocol === 3 ? value : value ? 1 : null;
  if (value instanceof OtherValue && value.type === 'table') return new ErrorReply('ERR reached lua stack limit');
  if (!(value instanceof Map)) return null;
  const table = value as ReadonlyMap<LuaValue, LuaValue>;
  const [error, status, double] = ['err', 'ok', 'double'].map((name) => table.get(name));
  if (typeof error === 'string') return new ErrorReply(error);
  if (typeof status === 'string') return new SimpleReply(status.replaceAll(/[\r\n]/g, ' '));
  if (typeof double === 'number') return new DoubleReply(double);
  const [map, set] = [table.get('map'), table.get('set')];
  if (map instanceof Map)
    return new MapReply([...map].map(([key, item]) => [replyOf(key, protocol), replyOf(item, protocol)]));
  if (set instanceof Map) return new SetReply([...set.keys()].map((each) => replyOf(each, protocol)));
  const items: Reply[] = [];
  for (let item = table.get(1); item !== undefined; item = table.get(items.length + 1))
    items.push(replyOf(item, protocol));
  return items;
}

export const isText = (value: LuaValue): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

export const textOf = (value: string | number): string => (typeof value === 'string' ? value : formatDigits(value, 14));

/** Cuts off the fraction, as a conversion of C does: what does not fit is the least integer. */
function integerOf(value: number): Reply {
  if (Number.isSafeInteger(Math.trunc(value))) return Math.trunc(value) + 0;
  return Math.abs(value) < 2 ** 63 ? BigInt(Math.trunc(value)) : -(2n ** 63n);
}

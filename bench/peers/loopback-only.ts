// Loaded into peers before their own code: some of them listen on every address of the machine, and have no setting for it.
import { Server } from 'node:net';

const listen = Server.prototype.listen;
Server.prototype.listen = function (this: Server, ...args: unknown[]) {
  const [first, ...others] = args;
  const isPort = typeof first === 'number' || typeof first === 'string';
  const rest = others.filter((each) => typeof each === 'function');
  const options = isPort ? { port: Number(first) } : (first as object);
  return Reflect.apply(listen, this, [{ ...options, host: '127.0.0.1' }, ...rest]);
} as typeof listen;

// Loaded by `node --import`: while the file BLOCKED_WHILE exists, modules whose specifier matches BLOCKED cannot be found. The same happens
// when packages are replaced while a process runs.
import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';

const blocked = new RegExp(process.env.BLOCKED ?? '(?!)');

registerHooks({
  resolve(specifier, context, next) {
    if (blocked.test(specifier) && existsSync(process.env.BLOCKED_WHILE ?? '')) {
      throw Object.assign(new Error(`Cannot find package '${specifier}'`), { code: 'ERR_MODULE_NOT_FOUND' });
    }
    return next(specifier, context);
  },
});

import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/** Preloaded with `--import`: writes to MODULES_FILE, at the end of the process, the addresses of all modules that it loaded. */
const loaded: string[] = [];
registerHooks({
  load(url, context, next) {
    loaded.push(url);
    return next(url, context);
  },
});
process.on('exit', () => {
  const builtin = (process as unknown as { moduleLoadList: string[] }).moduleLoadList;
  writeFileSync(process.env.MODULES_FILE ?? '', JSON.stringify({ loaded, builtin }));
});

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';

/** A database of a shop, on the MySQL or MariaDB that WOOCOMMERCE_MYSQL names as `user:password@host:port`. */
export interface MysqlDatabase {
  /** The user and the password. */
  readonly account: string;
  readonly host: string;
  readonly name: string;
}

/**
 * Creates an empty database, or a copy of another one by its name. It is not deleted afterwards. Undefined if WOOCOMMERCE_MYSQL is not set: shops
 * then use SQLite. Throws an Error when the server or its client program cannot be used.
 */
export async function newMysqlDatabase(copied?: string): Promise<MysqlDatabase | undefined> {
  const { WOOCOMMERCE_MYSQL: server } = process.env;
  if (!server) return undefined;
  const [, account = '', user = '', password = '', host = '', port = ''] =
    /^(([^:@]+):([^@]*))@([^:/]+):(\d+)$/.exec(server) ?? [];
  if (account === '') throw new Error('WOOCOMMERCE_MYSQL must be user:password@host:port');
  const name = `peye_${randomBytes(6).toString('hex')}`;
  const login = `--host=${host} --port=${port} --protocol=tcp --user='${user}'`;
  const copy = copied ? `&& mysqldump ${login} '${copied}' | mysql ${login} ${name}` : '';
  const command = `mysql ${login} --execute='CREATE DATABASE ${name} CHARACTER SET utf8mb4' ${copy}`;
  await promisify(execFile)('sh', ['-c', command], { env: { ...process.env, MYSQL_PWD: password } });
  return { account, host: `${host}:${port}`, name };
}

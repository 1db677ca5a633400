import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { freePort, until } from '../../support/gateway.ts';
import { isListening } from '../../support/merchant-process.ts';

/** A web server that runs the PHP files of a folder. */
export interface PhpServer {
  readonly port: number;
  stop(): Promise<void>;
}

/** PHP's name for the interface by which the server runs it. */
export type Sapi = 'cli-server' | 'fpm-fcgi' | 'apache2handler';

/** The paths of the programs that the server needs; undefined if this machine lacks one of them. */
export function programsFor(sapi: Sapi): readonly string[] | undefined {
  const { PHP_CURL_PATH, PHP_FPM_PATH, NGINX_PATH, MOD_PHP_PATH } = process.env;
  const wanted = {
    'cli-server': [PHP_CURL_PATH],
    'fpm-fcgi': [PHP_FPM_PATH, NGINX_PATH],
    apache2handler: [MOD_PHP_PATH],
  }[sapi];
  return wanted.every((path) => path !== undefined) ? (wanted as string[]) : undefined;
}

/** Starts a server of this kind for a folder that all users can read. Its PHP programs get the variables of `env`. */
export async function startPhpServer(sapi: Sapi, folder: string, env: Record<string, string>): Promise<PhpServer> {
  const programs = programsFor(sapi) ?? [];
  const port = await freePort();
  if (sapi === 'cli-server') {
    return start([programs[0]!, '-S', `127.0.0.1:${port}`, '-t', folder], { port, folder, env });
  }
  if (sapi === 'apache2handler') {
    const file = join(folder, 'apache.conf');
    writeFileSync(file, apacheConf(programs[0]!, folder, port));
    return start(['/usr/sbin/apache2', '-X', '-f', file], { port, folder, env });
  }
  const fpmPort = await freePort();
  const fpmFile = join(folder, 'fpm.conf');
  const nginxFile = join(folder, 'nginx.conf');
  writeFileSync(fpmFile, fpmConf(folder, fpmPort));
  writeFileSync(nginxFile, nginxConf(folder, port, fpmPort));
  const fpm = await start([programs[0]!, '-F', '-y', fpmFile], { port: fpmPort, folder, env });
  try {
    const nginx = await start([programs[1]!, '-c', nginxFile, '-p', folder], { port, folder, env });
    return { port, stop: async () => void (await Promise.all([nginx.stop(), fpm.stop()])) };
  } catch (error) {
    await fpm.stop();
    throw error;
  }
}

async function start(
  [program, ...args]: readonly [string, ...string[]],
  { port, folder, env }: { port: number; folder: string; env: Record<string, string> },
): Promise<PhpServer> {
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const hasExited = () => child.exitCode !== null || child.signalCode !== null;
  const stop = async () => {
    if (hasExited()) return;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  };
  await until(`${program} listens`, async () => hasExited() || (await isListening(port)));
  if (hasExited()) throw new Error(`${program} ended: ${output}`);
  return { port, stop };
}

/** The user for workers if this process is root, because the servers refuse root. */
function workers(): { user: string; group: string } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return { user: 'nobody', group: execFileSync('id', ['-gn', 'nobody'], { encoding: 'utf8' }).trim() };
}

function fpmConf(folder: string, port: number): string {
  const { user, group } = workers() ?? {};
  return `[global]
error_log = ${folder}/fpm.log
[www]
listen = 127.0.0.1:${port}
pm = static
pm.max_children = 2
clear_env = no
${user ? `user = ${user}\ngroup = ${group}\n` : ''}`;
}

function nginxConf(folder: string, port: number, fpmPort: number): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  return `daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log stderr;
events {}
http {
  access_log off;
  ${temporary.join('\n  ')}
  server {
    listen 127.0.0.1:${port};
    location ~ \\.php$ {
      fastcgi_pass 127.0.0.1:${fpmPort};
      fastcgi_param SCRIPT_FILENAME ${folder}$uri;
      fastcgi_param REQUEST_METHOD $request_method;
      fastcgi_param CONTENT_TYPE $content_type;
      fastcgi_param CONTENT_LENGTH $content_length;
    }
  }
}
`;
}

function apacheConf(module: string, folder: string, port: number): string {
  const { user, group } = workers() ?? {};
  const modules = dirname(module);
  return `ServerRoot ${folder}
ServerName 127.0.0.1
Listen 127.0.0.1:${port}
PidFile ${folder}/apache.pid
ErrorLog ${folder}/apache.log
Mutex posixsem
${user ? `User ${user}\nGroup ${group}\n` : ''}LoadModule mpm_prefork_module ${modules}/mod_mpm_prefork.so
LoadModule authz_core_module ${modules}/mod_authz_core.so
LoadModule php_module ${module}
DocumentRoot ${folder}
<FilesMatch "\\.php$">
  SetHandler application/x-httpd-php
</FilesMatch>
`;
}

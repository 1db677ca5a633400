import { join } from 'node:path';
import { toolsFolder } from './installed-sdk.ts';

/** The JavaScript runtimes by the names that results show, each with its program and arguments. */
export function runtimes(): Readonly<Record<string, { readonly program: string; readonly args: readonly string[] }>> {
  const tools = toolsFolder();
  const node = (name: string) => ({ program: join(tools, name, 'bin/node'), args: [] });
  return {
    'Node 18': node('node18'),
    'Node 20': node('node20'),
    'Node 22': node('node22'),
    'Node 24': { program: process.execPath, args: [] },
    Deno: {
      program: join(tools, '@deno/linux-x64-glibc/deno'),
      args: [
        'run',
        '--quiet',
        '--no-lock',
        '--allow-net=127.0.0.1',
        '--allow-env',
        '--allow-read',
        '--node-modules-dir=manual',
      ],
    },
    Bun: { program: join(tools, '@oven/bun-linux-x64/bin/bun'), args: ['run'] },
  };
}

export function workerdProgram(): string {
  return join(toolsFolder(), '@cloudflare/workerd-linux-64/bin/workerd');
}

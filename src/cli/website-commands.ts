import type { CommandTable } from './output.ts';

/** The gateway itself, its websites, users and keys. */
export const WEBSITE_COMMANDS: CommandTable = {
  start: async () => (await import('./start.ts')).startCommand,
  websites: async () => (await import('./websites.ts')).websitesCommands,
  users: async () => (await import('./users.ts')).usersCommands,
  keys: async () => (await import('./keys.ts')).keysCommands,
  'api-requests': async () => (await import('./api-requests.ts')).apiRequestsCommand,
};

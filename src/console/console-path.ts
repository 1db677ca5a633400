/** The console's path on this server, whatever path a proxy adds in front. */
export const CONSOLE_PATH = '/console';

/** Where the server finds the console, whatever path the gateway is reached below. */
export const CONSOLE_PATH = '/console';

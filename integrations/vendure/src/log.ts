/** Where the plugin's lines of the log say that they come from. */
export const LOG = 'PeyePlugin';

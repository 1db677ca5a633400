/** The source that the plugin's log lines name. */
export const LOG = 'PeyePlugin';

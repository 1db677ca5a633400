/** The source that the plugin's log lines name. */
export declare const LOG = "PeyePlugin";

/** The settings of `peye listen`, from the options and the environment. */
export interface ListenSettings {
  /** The URL of the merchant API, without a trailing slash. */
  readonly baseUrl: string;
  readonly key: string;
  readonly forwardUrl: string;
  /** The secret that signs the events. */
  readonly secret: string;
  readonly secretFrom: 'option' | 'environment' | 'key';
  /** Whether the settings of this folder name the gateway. */
  readonly isLocal: boolean;
  readonly skipVerify: boolean;
  readonly fromStart: boolean;
  /** Text lines, the JSON of each event, or one document at the end. */
  readonly output: 'lines' | 'events' | 'summary';
  /** Where the cursor of each feed is stored. */
  readonly stateFolder: string;
}

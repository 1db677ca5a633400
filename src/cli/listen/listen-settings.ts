/** What listening needs to know, from the options and the environment. */
export interface ListenSettings {
  /** Of the merchant API, without a trailing slash. */
  readonly baseUrl: string;
  readonly key: string;
  readonly forwardUrl: string;
  /** What signs. */
  readonly secret: string;
  readonly secretFrom: 'option' | 'environment' | 'key';
  /** Whether the gateway is that of this folder's settings. */
  readonly isLocal: boolean;
  readonly skipVerify: boolean;
  readonly fromStart: boolean;
  /** Lines for people, each event's JSON, or one document at the end. */
  readonly output: 'lines' | 'events' | 'summary';
  /** Where the place in each feed is kept. */
  readonly stateFolder: string;
}

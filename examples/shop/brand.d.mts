/** How the shop looks on the gateway's pages: what its website is given there. */
export const BRAND: {
  readonly name: string;
  /** `#rrggbb` */
  readonly colour: string;
  readonly contact: string;
  /** A path. */
  readonly logoFile: string;
};

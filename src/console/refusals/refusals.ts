/** What verbs say to operators, in the two languages that verbs do not speak. `{name}` stands for what a sentence names. */
export type Refusals = Readonly<Record<string, { readonly fr: string; readonly ht: string }>>;

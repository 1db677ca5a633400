/** The fields of a request as JSON. The amount becomes a number with exactly its digits. */
export declare function fieldsInJson<Fields extends {
 amount: string | number;
}>({ amount, ...others }: Fields): string;

declare module 'textlint-rule-prh' {
  const rule: { readonly default: import('@textlint/kernel').TextlintKernelRule['rule'] };
  export = rule;
}

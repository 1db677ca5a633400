import { registerHooks } from 'node:module';

/**
 * Resolves the relative imports of all modules that are loaded from now on, without reading the disk. The imports are exact paths of files,
 * and there are no symbolic links, so reading the disk could not change the result. Reading took a tenth of a start.
 */
export function resolveOwnModules(): void {
  registerHooks({
    resolve(specifier, context, next) {
      if (!specifier.startsWith('.') || !specifier.endsWith('.ts')) return next(specifier, context);
      return { url: new URL(specifier, context.parentURL).href, format: 'module-typescript', shortCircuit: true };
    },
  });
}

/** Returns whether a path matches a template with parameters, such as `/api/nodes/{id}`. */
export function fitsTemplate(template: string, path: string): boolean {
  const pattern = template.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${pattern}$`).test(path);
}

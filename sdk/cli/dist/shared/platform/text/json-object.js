export function parseObject(text        )                         {
  try {
    const value          = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function asObject(value         )             {
  return isObject(value) ? value : {};
}

export function textOf(value         )                     {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function isObject(value         )                      {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

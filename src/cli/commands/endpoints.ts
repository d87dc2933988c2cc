/** Can these texts be base URLs of servers? */

export function endpointProblems(urls: readonly string[]): string[] {
  return urls.flatMap((text) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    if (url !== null && (url.protocol === 'http:' || url.protocol === 'https:')) return [];
    return [
      `--task-endpoints must be http(s) URLs like http://localhost:8000/v1, got ${JSON.stringify(text)}`,
    ];
  });
}

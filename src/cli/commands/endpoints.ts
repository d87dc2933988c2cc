/** Can these texts be base URLs of servers? */
import { endpointProblem } from '../../config/models-file.ts';

export function endpointProblems(urls: readonly string[], flag = '--task-endpoints'): string[] {
  return urls.flatMap((url) => {
    const problem = endpointProblem(url);
    return problem === null ? [] : [`${flag}: ${problem}`];
  });
}

// Runs the suite in workerd: the settings are the body of a request, the outcome is that of the response.
import { runSuite } from './suite.mjs';

export default {
  async fetch(request) {
    return Response.json(await runSuite(await request.json()));
  },
};

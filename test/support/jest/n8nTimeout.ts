// Above the sum of the limits in tools/n8n/, so that their messages come first.
jest.setTimeout(600_000);

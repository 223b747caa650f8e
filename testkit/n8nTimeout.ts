// Above the sum of the limits in host/, so that their messages come first.
jest.setTimeout(600_000);

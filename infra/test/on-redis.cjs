// Read by the worlds of the services' tests: jobs and limits are kept in a Redis of their own.
process.env.TEST_ON_REDIS = '1';

#pragma once
// An instance of a module has one thread.
typedef int pthread_mutex_t;
typedef int pthread_mutexattr_t;
typedef int pthread_attr_t;
typedef int pthread_t;
#define PTHREAD_MUTEX_INITIALIZER 0
static inline int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes) { return *mutex = 0; }
static inline int pthread_mutex_destroy(pthread_mutex_t *mutex) { return 0; }
static inline int pthread_mutex_lock(pthread_mutex_t *mutex) { return 0; }
static inline int pthread_mutex_trylock(pthread_mutex_t *mutex) { return 0; }
static inline int pthread_mutex_unlock(pthread_mutex_t *mutex) { return 0; }
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument);
int pthread_join(pthread_t thread, void **result);

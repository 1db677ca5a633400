import os

# Django requires a secret. This shop has no sessions and signs nothing with it.
SECRET_KEY = os.environ.get("SECRET_KEY", "only-for-this-machine")
ROOT_URLCONF = "urls"
ALLOWED_HOSTS = ["127.0.0.1", "localhost"]

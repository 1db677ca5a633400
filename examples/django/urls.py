from buy import buy, shop
from django.urls import path
from views import receive

urlpatterns = [path("", shop), path("buy", buy), path("webhooks", receive)]
